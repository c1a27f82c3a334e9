/** A session of JShell with the library. */
@NullMarked
package io.cambric.examples.jshell;

import org.jspecify.annotations.NullMarked;
