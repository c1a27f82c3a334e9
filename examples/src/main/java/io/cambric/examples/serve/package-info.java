/**
 * An HTTP service of a model on the server of the JDK and virtual threads, and a generator of load
 * for it. The service has batches, health and metrics, and swaps models while requests come.
 */
@NullMarked
package io.cambric.examples.serve;

import org.jspecify.annotations.NullMarked;
