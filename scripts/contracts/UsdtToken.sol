// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.37;

/// Stands in for USDT on embedded chains. Like the real one its transfers return nothing, an approval has to be reset to
/// zero before it is changed, and it knows no signed transfers. It has no constructor, because its code is placed at an
/// address.
contract UsdtToken {
    string public constant name = "Tether USD";
    string public constant symbol = "USDT";
    uint8 public constant decimals = 6;

    address public owner;
    bool public paused;
    uint256 public totalSupply;
    mapping(address account => uint256) public balanceOf;
    mapping(address account => mapping(address spender => uint256)) public allowance;
    mapping(address account => bool) public isBlackListed;

    event Transfer(address indexed from, address indexed to, uint256 value);
    event Approval(address indexed owner, address indexed spender, uint256 value);

    modifier onlyOwner() {
        require(msg.sender == owner, "caller is not the owner");
        _;
    }

    /// The first caller appoints the owner: only for chains that nobody else uses.
    function setOwner(address newOwner) external {
        require(owner == address(0) || msg.sender == owner, "caller is not the owner");
        require(newOwner != address(0), "the owner is the zero address");
        owner = newOwner;
    }

    function transfer(address to, uint256 value) external {
        move(msg.sender, to, value);
    }

    function transferFrom(address from, address to, uint256 value) external {
        uint256 allowed = allowance[from][msg.sender];
        require(allowed >= value, "transfer amount exceeds allowance");
        if (allowed != type(uint256).max) allowance[from][msg.sender] = allowed - value;
        move(from, to, value);
    }

    function approve(address spender, uint256 value) external {
        require(value == 0 || allowance[msg.sender][spender] == 0, "reset the approval to zero first");
        allowance[msg.sender][spender] = value;
        emit Approval(msg.sender, spender, value);
    }

    function mint(address to, uint256 value) external onlyOwner {
        totalSupply += value;
        balanceOf[to] += value;
        emit Transfer(address(0), to, value);
    }

    function setPaused(bool isPaused) external onlyOwner {
        paused = isPaused;
    }

    function setBlackListed(address account, bool isListed) external onlyOwner {
        isBlackListed[account] = isListed;
    }

    function move(address from, address to, uint256 value) private {
        require(!paused, "the token is paused");
        require(!isBlackListed[from], "the sender is blacklisted");
        require(to != address(0), "transfer to the zero address");
        require(balanceOf[from] >= value, "transfer amount exceeds balance");
        unchecked {
            balanceOf[from] -= value;
        }
        balanceOf[to] += value;
        emit Transfer(from, to, value);
    }
}
