/** Tests of the launcher, in a folder that looks like the project. */
@NullMarked
package io.cambric.launcher;

import org.jspecify.annotations.NullMarked;
