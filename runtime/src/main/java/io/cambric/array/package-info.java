/** Shapes, axes, dtypes and buffers: the vocabulary below kernels and arrays. */
@NullMarked
package io.cambric.array;

import org.jspecify.annotations.NullMarked;
