/**
 * Modules from template to apply: binding, setup, names, compact methods, variables, random streams
 * and sharing, one rule of Flax a test. Where Cambric differs on purpose, the test says in a line
 * what it does instead.
 *
 * <p>Some rules of Flax are about Python alone, and have no test: assignments to attributes, which
 * records do not have; calls of setup by hand and surplus arguments, which do not compile; hooks
 * after construction, as the constructor of a record is complete; {@code init} of a class, and
 * properties whose accessor is missing, neither of which compiles.
 */
@NullMarked
package io.cambric.flax.lifecycle;

import org.jspecify.annotations.NullMarked;
