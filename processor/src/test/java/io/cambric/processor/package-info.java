/** Tests of the processor and the plugin: generated text, diagnostics and rounds. */
@NullMarked
package io.cambric.processor;

import org.jspecify.annotations.NullMarked;
