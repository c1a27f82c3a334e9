/**
 * Hostile files: every reader gets millions of damaged inputs, and may answer with a value or with
 * an exception of the library, within bounds of memory and time.
 */
@NullMarked
package io.cambric.fuzz;

import org.jspecify.annotations.NullMarked;
