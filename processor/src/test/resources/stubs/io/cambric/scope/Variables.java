package io.cambric.scope;

import io.cambric.tree.TreeNode;

public final class Variables implements TreeNode {}
