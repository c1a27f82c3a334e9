/**
 * The one exception tree. Everybody may throw these; messages say where, what was needed, what came
 * and what to do.
 */
@NullMarked
package io.cambric.errors;

import org.jspecify.annotations.NullMarked;
