/**
 * Configurations of modules and small trees in JSON. Everybody may use it; it sees files and
 * modules.
 *
 * {@snippet :
 * var json = JsonFormat.standard().withModules(Dense.of(1), Mlp.of(1));
 * json.write(Path.of("model.json"), model);
 * Mlp same = json.read(Path.of("model.json"), Mlp.class);
 * }
 */
@NullMarked
package io.cambric.module.config;

import org.jspecify.annotations.NullMarked;
