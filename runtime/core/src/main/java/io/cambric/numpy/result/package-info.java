/** Results of functions of {@code io.cambric.numpy} that return more than one array. */
@CheckReturnValue
@NullMarked
package io.cambric.numpy.result;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
