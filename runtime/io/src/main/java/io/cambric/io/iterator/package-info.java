/**
 * Iterators with a position that a checkpoint stores, so that a training resumes at the same
 * example.
 *
 * {@snippet :
 * var iterator = PrefetchingIterator.of(data.iterator(), 2);
 * long position = iterator.position();
 * }
 */
@NullMarked
package io.cambric.io.iterator;

import org.jspecify.annotations.NullMarked;
