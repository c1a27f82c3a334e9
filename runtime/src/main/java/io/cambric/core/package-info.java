/**
 * Arrays, tracers, traces, primitives, lowerings and jaxprs: what every operation and every
 * transformation is written against.
 */
@NullMarked
package io.cambric.core;

import org.jspecify.annotations.NullMarked;
