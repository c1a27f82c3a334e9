/**
 * The transformations that users call, such as grad, vjp, jvp, vmap and jit: functions of functions
 * over pytrees.
 */
@CheckReturnValue
@NullMarked
package io.cambric.transform;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
