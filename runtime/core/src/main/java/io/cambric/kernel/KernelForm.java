package io.cambric.kernel;

/** A description of a kernel that the compiler can write code from. */
public sealed interface KernelForm permits StridedProduct, BlockCopy, Padding, LineSearch {}
