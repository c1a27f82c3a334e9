/** Sessions of JShell and notebooks, run as a kernel runs them, and what they print. */
@NullMarked
package io.cambric.notebook;

import org.jspecify.annotations.NullMarked;
