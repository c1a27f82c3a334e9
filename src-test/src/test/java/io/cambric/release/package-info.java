/** The files that a release and its builds rest on: poms, workflows, and the owner's addresses. */
@NullMarked
package io.cambric.release;

import org.jspecify.annotations.NullMarked;
