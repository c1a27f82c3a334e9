/** Output that examples share on the terminal: a progress bar and a curve as a picture. */
@NullMarked
package io.cambric.examples.console;

import org.jspecify.annotations.NullMarked;
