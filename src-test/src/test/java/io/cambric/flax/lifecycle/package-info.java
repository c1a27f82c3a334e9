/**
 * Modules from template to apply: binding, setup, names, compact methods, variables, random streams
 * and sharing, one rule of Flax a test. Where Cambric differs on purpose, a line of the test
 * describes the deviation.
 *
 * <p>Some rules of Flax are about Python alone, and have no test. Records have no assignments to
 * attributes. Calls of setup by hand, surplus arguments, {@code init} of a class, and properties
 * without an accessor do not compile. Hooks after construction have no place, as the constructor of
 * a record is complete.
 */
@NullMarked
package io.cambric.flax.lifecycle;

import org.jspecify.annotations.NullMarked;
