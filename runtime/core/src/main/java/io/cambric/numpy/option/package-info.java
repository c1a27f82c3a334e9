/** Options of the functions of {@code io.cambric.numpy}: records with withers, and choices. */
@CheckReturnValue
@NullMarked
package io.cambric.numpy.option;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
