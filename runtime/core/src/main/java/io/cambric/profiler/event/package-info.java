/**
 * The events of the library in JDK Flight Recorder. The packages that trace, compile, run and save
 * emit them; this package depends only on {@code io.cambric.array}. An event costs nothing if no
 * recording runs.
 */
@NullMarked
package io.cambric.profiler.event;

import org.jspecify.annotations.NullMarked;
