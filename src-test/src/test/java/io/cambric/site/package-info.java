/**
 * The generator of the project's site: pages of Markdown and sources become HTML, with the Javadoc
 * of all published modules. It runs in the profile {@code site} of the build.
 */
@NullMarked
package io.cambric.site;

import org.jspecify.annotations.NullMarked;
