/**
 * Mistakes that golden cases give as Python text, made in Java once, each found by its text: what
 * Cambric throws, what its compiler rejects, and where it deliberately differs.
 */
@NullMarked
package io.cambric.conformance.flax.errors;

import org.jspecify.annotations.NullMarked;
