/**
 * Whole programs from the first run of a JVM on: the bits of results are those of plain code that
 * is interpreted, of vector code that is compiled, and of every run between.
 */
@NullMarked
package io.cambric.warmup;

import org.jspecify.annotations.NullMarked;
