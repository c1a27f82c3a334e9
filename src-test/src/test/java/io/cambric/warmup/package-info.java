/**
 * Whole programs from the first run of a JVM on. Interpreted plain code, compiled vector code and
 * every run between give the same bits.
 */
@NullMarked
package io.cambric.warmup;

import org.jspecify.annotations.NullMarked;
