; An installer of Qiguan for Windows, for one person and without asking for rights. From the folder of the project, after
; `python -m PyInstaller assets\package\qiguan.spec` on Windows:
;
;   makensis -DVERSION=1.0.0 assets\package\windows\qiguan.nsi
;
; makes dist\qiguan-VERSION-setup.exe; -DFOLDER=... names another folder than dist\qiguan. makensis runs on other systems,
; too, but the folder has to be made on Windows.

!ifndef VERSION
  !error "say which: -DVERSION=1.0.0"
!endif
!ifndef FOLDER
  !define FOLDER "..\..\..\dist\qiguan"
!endif
!define KEY "Software\Microsoft\Windows\CurrentVersion\Uninstall\Qiguan"

Unicode true
SetCompressor /SOLID lzma
RequestExecutionLevel user
Name "Qiguan"
OutFile "..\..\..\dist\qiguan-${VERSION}-setup.exe"
InstallDir "$LOCALAPPDATA\Programs\Qiguan"
InstallDirRegKey HKCU "${KEY}" "InstallLocation"

!include "MUI2.nsh"
!define MUI_ICON "..\..\..\assets\desktop\qiguan.ico"
!define MUI_UNICON "..\..\..\assets\desktop\qiguan.ico"
!define MUI_FINISHPAGE_RUN "$INSTDIR\qiguan.exe"
!insertmacro MUI_PAGE_LICENSE "..\..\..\LICENSE"
!insertmacro MUI_PAGE_DIRECTORY
!insertmacro MUI_PAGE_INSTFILES
!insertmacro MUI_PAGE_FINISH
!insertmacro MUI_UNPAGE_CONFIRM
!insertmacro MUI_UNPAGE_INSTFILES
!insertmacro MUI_LANGUAGE "English"
!insertmacro MUI_LANGUAGE "SimpChinese"
LangString TITLE ${LANG_ENGLISH} "Qiguan"
LangString TITLE ${LANG_SIMPCHINESE} "棋馆"
LangString ABOUT ${LANG_ENGLISH} "Gomoku, Xiangqi, draughts and Reversi"
LangString ABOUT ${LANG_SIMPCHINESE} "五子棋、象棋、国际跳棋、黑白棋"

VIProductVersion "${VERSION}.0"
VIAddVersionKey /LANG=0 "ProductName" "Qiguan"
VIAddVersionKey /LANG=0 "ProductVersion" "${VERSION}"
VIAddVersionKey /LANG=0 "FileVersion" "${VERSION}"
VIAddVersionKey /LANG=0 "FileDescription" "Qiguan, the board-game hall: installer"
VIAddVersionKey /LANG=0 "LegalCopyright" "MIT licence"

; Only what this installer puts there is taken away again, whatever else lies in the folder that was chosen.
!macro remove_program
  RMDir /r "$INSTDIR\_internal"
  Delete "$INSTDIR\qiguan.exe"
  Delete "$INSTDIR\qiguan-gomoku.exe"
  Delete "$INSTDIR\qiguan-xiangqi.exe"
  Delete "$INSTDIR\qiguan-draughts.exe"
  Delete "$INSTDIR\qiguan-reversi.exe"
!macroend

Section
  SetOutPath "$INSTDIR"
  !insertmacro remove_program ; nothing of an older release stays among the files of this one
  File /r "${FOLDER}\*"
  WriteUninstaller "$INSTDIR\uninstall.exe"
  CreateShortcut "$SMPROGRAMS\$(TITLE).lnk" "$INSTDIR\qiguan.exe" "" "" "" "" "" "$(ABOUT)"
  WriteRegStr HKCU "${KEY}" "DisplayName" "$(TITLE)"
  WriteRegStr HKCU "${KEY}" "DisplayVersion" "${VERSION}"
  WriteRegStr HKCU "${KEY}" "DisplayIcon" "$INSTDIR\qiguan.exe"
  WriteRegStr HKCU "${KEY}" "Publisher" "the makers of Qiguan"
  WriteRegStr HKCU "${KEY}" "InstallLocation" "$INSTDIR"
  WriteRegStr HKCU "${KEY}" "UninstallString" '"$INSTDIR\uninstall.exe"'
  WriteRegStr HKCU "${KEY}" "QuietUninstallString" '"$INSTDIR\uninstall.exe" /S'
  WriteRegStr HKCU "${KEY}" "Shortcut" "$SMPROGRAMS\$(TITLE).lnk"
  WriteRegDWORD HKCU "${KEY}" "NoModify" 1
  WriteRegDWORD HKCU "${KEY}" "NoRepair" 1
SectionEnd

; The person's games and settings stay: they lie elsewhere (%LOCALAPPDATA%\qiguan).
Section "Uninstall"
  !insertmacro remove_program
  ReadRegStr $0 HKCU "${KEY}" "Shortcut"
  Delete "$0"
  Delete "$INSTDIR\uninstall.exe"
  RMDir "$INSTDIR"
  DeleteRegKey HKCU "${KEY}"
SectionEnd
