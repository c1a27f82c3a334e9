rootProject.name = "curve"
