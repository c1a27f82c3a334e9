/**
 * Eigenvalues and singular values of one matrix in double precision. The only package that uses
 * Apache Commons Math; {@code lax} rounds and batches.
 */
@NullMarked
package io.cambric.eigen;

import org.jspecify.annotations.NullMarked;
