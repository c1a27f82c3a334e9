/** The command line that runs the examples; each example is a package below this one. */
@NullMarked
package io.cambric.examples;

import org.jspecify.annotations.NullMarked;
