/**
 * Modules from template to apply: binding, setup, names, compact methods, variables, random streams
 * and sharing, statement by statement of the Flax map. Where Cambric differs on purpose, the test
 * says in a line what it does instead.
 *
 * <p>Parts of statements are about Python alone: assignments to attributes (in 13), which records
 * do not have; calls of setup by hand (in 8) and surplus arguments (in 78), which do not compile.
 */
@NullMarked
package io.cambric.lifecycle;

import org.jspecify.annotations.NullMarked;
