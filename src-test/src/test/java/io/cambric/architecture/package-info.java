/**
 * Rules of the code as a whole: the arrows between packages, and the calls that no class may make.
 */
@NullMarked
package io.cambric.architecture;

import org.jspecify.annotations.NullMarked;
