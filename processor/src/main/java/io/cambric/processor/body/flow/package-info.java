/**
 * Data-flow analysis of method bodies: what trees mean to the library, which call arguments a value
 * depends on (taint), what decides whether a place is reached (control dependence), and what a
 * method does through the methods that it calls (summaries, effects). It reports nothing.
 */
@NullMarked
package io.cambric.processor.body.flow;

import org.jspecify.annotations.NullMarked;
