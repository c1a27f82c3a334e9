/**
 * Shapes, axes, dtypes and buffers: the vocabulary of kernels and arrays. The package depends on
 * neither.
 */
@CheckReturnValue
@NullMarked
package io.cambric.array;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
