/**
 * From a jaxpr to a program: simplification, fusion, buffer planning, execution. Sees only {@code
 * core}, {@code recompute} and {@code kernel}, because operations lower themselves.
 */
@NullMarked
package io.cambric.compile;

import org.jspecify.annotations.NullMarked;
