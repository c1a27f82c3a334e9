/**
 * The transformations users call: grad, vjp, jvp, vmap, jit and their kin, as functions of
 * functions over pytrees.
 */
@NullMarked
package io.cambric.transform;

import org.jspecify.annotations.NullMarked;
