/**
 * Micro-kernels: register tiles, described by {@code MicroKernelSpec} and written by {@code
 * MicroKernelWriter}, and windows, written by {@code WindowKernel}. They know neither blocks nor
 * threads.
 */
@NullMarked
package io.cambric.kernels.simd.micro;

import org.jspecify.annotations.NullMarked;
