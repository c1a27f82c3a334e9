/** The command {@code ./run deps}: the jars that a program takes, by what it is for. */
@NullMarked
package io.cambric.examples.deps;

import org.jspecify.annotations.NullMarked;
