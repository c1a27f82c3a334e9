/** What the code as a whole promises: the arrows between packages, and what no class may do. */
@NullMarked
package io.cambric.architecture;

import org.jspecify.annotations.NullMarked;
