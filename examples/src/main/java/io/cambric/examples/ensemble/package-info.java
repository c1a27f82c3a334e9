/**
 * Networks of other seeds on threads and in processes, and the mean of their predictions, in one
 * file.
 */
@NullMarked
package io.cambric.examples.ensemble;

import org.jspecify.annotations.NullMarked;
