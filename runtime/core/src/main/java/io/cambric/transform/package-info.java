/**
 * The transformations that users call, such as grad, vjp, jvp, vmap and jit: functions of functions
 * over pytrees.
 */
@NullMarked
package io.cambric.transform;

import org.jspecify.annotations.NullMarked;
