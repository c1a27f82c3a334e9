package io.cambric.kernel;

/** What a kernel computes, in words that the compiler can write code for. */
public sealed interface KernelForm permits StridedProduct, BlockCopy, LineSearch {}
