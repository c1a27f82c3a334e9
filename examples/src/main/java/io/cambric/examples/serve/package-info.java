/**
 * An HTTP service of a model on the server of the JDK and virtual threads, and a generator of load
 * for it: batches, health, metrics, and models that are swapped while requests come.
 */
@NullMarked
package io.cambric.examples.serve;

import org.jspecify.annotations.NullMarked;
