package io.cambric.processor.body;

import com.google.auto.service.AutoService;
import com.sun.source.util.JavacTask;
import com.sun.source.util.Plugin;
import io.cambric.processor.report.CompilationStage;
import io.cambric.processor.report.Severities;
import java.util.HashMap;

/**
 * Checks the bodies of definitions after the compiler has analyzed them. The plugin starts
 * automatically; naming it passes severities: {@code -Xplugin:"Cambric UnusedSubmodule=error"}.
 */
@AutoService(Plugin.class)
public final class CambricPlugin implements Plugin {

  /** For the compiler, which finds the plugin as a service. */
  public CambricPlugin() {}

  @Override
  public String getName() {
    return "Cambric";
  }

  @Override
  public boolean autoStart() {
    return true;
  }

  @Override
  public void init(JavacTask task, String... arguments) {
    var options = new HashMap<String, String>();
    for (var argument : arguments) {
      var parts = argument.split("=", 2);
      options.put(parts[0], parts.length == 2 ? parts[1] : "");
    }
    task.addTaskListener(new BodyListener(task, Severities.of(CompilationStage.BODIES, options)));
  }
}
