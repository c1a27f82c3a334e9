/**
 * The operations, each in one file with all of its rules: abstract evaluation, jvp, transpose,
 * batching and lowering.
 */
@NullMarked
package io.cambric.lax;

import org.jspecify.annotations.NullMarked;
