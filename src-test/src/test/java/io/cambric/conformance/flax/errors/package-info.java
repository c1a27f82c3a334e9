/**
 * The mistakes of golden cases, translated to Java. The cases give them as Python text, by which
 * the translation is found. A mistake ends with an exception of Cambric, an error of the compiler,
 * or an intended deviation.
 */
@NullMarked
package io.cambric.conformance.flax.errors;

import org.jspecify.annotations.NullMarked;
