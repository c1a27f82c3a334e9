package io.cambric.tree;

public interface TreeNode {}
