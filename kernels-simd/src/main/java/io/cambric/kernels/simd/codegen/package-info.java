/**
 * Bytecode of loops over elements: single instructions, fused bodies, and passes over rows. {@code
 * Fusion} decides which instructions form a loop.
 */
@NullMarked
package io.cambric.kernels.simd.codegen;

import org.jspecify.annotations.NullMarked;
