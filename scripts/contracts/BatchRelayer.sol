// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.37;

/// Submits many EIP-3009 authorizations in one transaction. It has no owner, no storage and no money, and the payer has
/// signed amount and recipient of each item: whoever calls it can only pay gas. An item that fails harms no other.
contract BatchRelayer {
    struct Item {
        address token;
        address from;
        address to;
        uint256 value;
        uint256 validAfter;
        uint256 validBefore;
        bytes32 nonce;
        uint8 v;
        bytes32 r;
        bytes32 s;
    }

    uint256 public constant ITEMS_MAX = 50;
    /// Enough for the event of an item and for the loop around it.
    uint256 private constant GAS_AROUND_ITEM = 30_000;
    /// A token cannot make the others pay for a long reason.
    uint256 private constant REASON_BYTES_MAX = 256;

    bool private transient entered;

    event ItemRelayed(address indexed token, address indexed from, bytes32 indexed nonce);
    event ItemFailed(address indexed token, address indexed from, bytes32 indexed nonce, bytes reason);

    error TooManyItems(uint256 count);
    /// The gas would not have been enough for this item: nothing is done, rather than items that fail for want of gas.
    error TooLittleGas(uint256 index);
    error Reentered();

    /// @param gasPerItem what each item may use at most; each gets all of it, or the whole call reverts
    function relay(Item[] calldata items, uint256 gasPerItem) external {
        if (entered) revert Reentered();
        if (items.length > ITEMS_MAX) revert TooManyItems(items.length);
        entered = true;
        for (uint256 index = 0; index < items.length; index++) {
            Item calldata item = items[index];
            // A call gets at most 63/64 of what is left (EIP-150).
            if (gasleft() < gasPerItem + gasPerItem / 63 + GAS_AROUND_ITEM) revert TooLittleGas(index);
            (bool succeeded, bytes memory reason) = submit(item, gasPerItem);
            if (succeeded) emit ItemRelayed(item.token, item.from, item.nonce);
            else emit ItemFailed(item.token, item.from, item.nonce, reason);
        }
        entered = false;
    }

    function submit(Item calldata item, uint256 gasLimit) private returns (bool succeeded, bytes memory reason) {
        // A call to an address without code succeeds and does nothing.
        if (item.token.code.length == 0) return (false, "no contract");
        bytes memory data = abi.encodeWithSignature(
            "transferWithAuthorization(address,address,uint256,uint256,uint256,bytes32,uint8,bytes32,bytes32)",
            item.from,
            item.to,
            item.value,
            item.validAfter,
            item.validBefore,
            item.nonce,
            item.v,
            item.r,
            item.s
        );
        address token = item.token;
        uint256 maximum = REASON_BYTES_MAX;
        assembly ("memory-safe") {
            succeeded := call(gasLimit, token, 0, add(data, 32), mload(data), 0, 0)
            if iszero(succeeded) {
                let size := returndatasize()
                if gt(size, maximum) { size := maximum }
                reason := mload(0x40)
                mstore(0x40, add(reason, and(add(size, 63), not(31))))
                mstore(reason, size)
                returndatacopy(add(reason, 32), 0, size)
            }
        }
    }
}
