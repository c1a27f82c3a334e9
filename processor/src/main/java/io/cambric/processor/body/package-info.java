/**
 * The checks of method bodies, in a compiler plugin that starts itself. It reads attributed trees
 * through javac's public interface, after a class is analyzed and never inside a round. The rules
 * are in {@code body.check}, the data-flow analysis that they ask is in {@code body.flow}.
 *
 * <p>Only these three packages know {@code com.sun.source}. Under other compilers nothing loads
 * them, and the checks are silent. A check that is in doubt says nothing.
 */
@NullMarked
package io.cambric.processor.body;

import org.jspecify.annotations.NullMarked;
