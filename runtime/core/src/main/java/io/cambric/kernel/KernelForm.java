package io.cambric.kernel;

/** A description of a kernel, from which the compiler can generate code. */
public sealed interface KernelForm permits StridedProduct, BlockCopy, Padding, LineSearch {}
