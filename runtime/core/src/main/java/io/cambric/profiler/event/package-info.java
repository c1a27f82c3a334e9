/**
 * The events that the library gives to JDK Flight Recorder. The packages that trace, compile, run
 * and save use it; it sees nothing. An event costs nothing where no recording runs.
 */
@NullMarked
package io.cambric.profiler.event;

import org.jspecify.annotations.NullMarked;
