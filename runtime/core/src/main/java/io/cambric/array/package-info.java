/**
 * Shapes, axes, dtypes and buffers: the vocabulary of kernels and arrays. The package depends on
 * neither.
 */
@NullMarked
package io.cambric.array;

import org.jspecify.annotations.NullMarked;
