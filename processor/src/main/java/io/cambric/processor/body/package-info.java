/**
 * The checks of method bodies, in a compiler plugin that starts itself. It reads attributed trees
 * through javac's public interface, after a class is analyzed and never inside a round.
 *
 * <p>Only this package knows {@code com.sun.source}. Under other compilers nothing loads it, and
 * the checks are silent. A check that is in doubt says nothing.
 */
@NullMarked
package io.cambric.processor.body;

import org.jspecify.annotations.NullMarked;
