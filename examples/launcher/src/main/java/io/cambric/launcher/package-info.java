/**
 * The launcher of {@code ./run}: it builds what is missing and starts an example, a benchmark or a
 * program of Spark. It knows no other class of the project, since it runs before they are built.
 */
@NullMarked
package io.cambric.launcher;

import org.jspecify.annotations.NullMarked;
