/** Modules from template to apply: variables, names and random streams, statement by statement. */
@NullMarked
package io.cambric.lifecycle;

import org.jspecify.annotations.NullMarked;
