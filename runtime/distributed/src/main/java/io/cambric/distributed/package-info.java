/**
 * Groups of processes: the collectives of a named axis between processes, on one machine or on
 * many.
 *
 * <p>{@link io.cambric.distributed.ProcessGroup} is the entry point.
 */
@NullMarked
package io.cambric.distributed;

import org.jspecify.annotations.NullMarked;
